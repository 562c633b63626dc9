/** What the status page shows, and to whom. */
export interface StatusSettings {
  title: string;
  /** Names of services; `*` stands for any characters. */
  services: readonly string[];
  /** Of at least 32 characters; null: the page is public. */
  token: string | null;
}

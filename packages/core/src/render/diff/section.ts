/** One line of a section: location and text. Project text is not escaped yet. */
export interface SectionRow {
  location: string;
  text: string;
}

/** The rows under one heading. */
export interface Section {
  title: string;
  rows: SectionRow[];
}

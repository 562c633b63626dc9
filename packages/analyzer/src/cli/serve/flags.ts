/** Flags of `serve rest` and `serve grpc`. */
export interface NetworkFlags {
  db: string;
  port: number;
}

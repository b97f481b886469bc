import 'pg';

declare module 'pg' {
  interface ClientBase {
    /** The server's process for this connection, which a cancellation names. Missing in the driver's types. */
    readonly processID: number;
  }
}

/**
 * Something outside the program keeps it from starting: a setting, a port, a directory, a database. The message is written for the
 * person who typed the command and says what to do; `main.ts` prints it without a stack trace and exits 1.
 */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartFault";
  }
}

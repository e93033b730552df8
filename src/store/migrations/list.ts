import { Initial } from "./0001-initial.ts";

/** Every migration in the order in which it runs. Names are what the database remembers: never rename one. */
export const MIGRATIONS = [{ name: "0001-initial", class: Initial }];

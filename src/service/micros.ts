/** An entity's moment in microseconds. MikroORM keeps it to the millisecond: for people, no rule is decided by it. */
export function toMicros(moment: Date): number {
  return moment.getTime() * 1000;
}

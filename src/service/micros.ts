/** An entity's timestamp in microseconds. MikroORM truncates it to milliseconds, so it is for display and never for decisions. */
export function toMicros(moment: Date): number {
  return moment.getTime() * 1000;
}

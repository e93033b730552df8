/** What one transaction of the retention did to a table. */
export interface Batch {
  removed: number;
  /** Rows that it found due, whether removed or held by another transaction. */
  due: number;
  /** Seconds for which the oldest of them had been due; null if there was none. */
  oldestDueFor: number | null;
}

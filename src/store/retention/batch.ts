/** The result of one retention transaction. */
export interface Batch {
  removed: number;
  /** Due rows, removed or locked by another transaction. */
  due: number;
  /** Seconds for which the oldest due row has been due; null without one. */
  oldestDueFor: number | null;
}

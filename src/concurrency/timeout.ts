/** The result of `work`, or of `onTimeout` if `work` takes longer than `ms` milliseconds. `work` itself continues. */
export async function withTimeout<T>(ms: number, work: Promise<T>, onTimeout: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, timeout.then(onTimeout)]).finally(() => clearTimeout(timer));
}

import { describe, expect, it } from "vitest";
import { syncFeed } from "../../../src/app/feed.ts";

const never = new Promise<void>(() => {});

describe("syncFeed", () => {
  it("waits until all processes have read the feed", async () => {
    const reading = Promise.withResolvers<void>();
    const answer = syncFeed([async () => {}, () => reading.promise], { feedMaxAge: 60 });
    expect(await Promise.race([answer, new Promise((resolve) => setImmediate(() => resolve("waits")))])).toBe("waits");
    reading.resolve();
    await answer;
  });

  it("resolves after FEED_MAX_AGE if the database hangs", async () => {
    await syncFeed([() => never], { feedMaxAge: 0.05 });
  });
});

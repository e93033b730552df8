import { describe, expect, it } from "vitest";
import { syncFeed } from "../../../src/app/feed.ts";

const never = new Promise<void>(() => {});

describe("the answer to what told something in the feed", () => {
  it("waits until all have read it", async () => {
    const reading = Promise.withResolvers<void>();
    const answer = syncFeed([async () => {}, () => reading.promise], { feedMaxAge: 60 });
    expect(await Promise.race([answer, new Promise((resolve) => setImmediate(() => resolve("waits")))])).toBe("waits");
    reading.resolve();
    await answer;
  });

  it("leaves once the feed is too old to answer by, where the database hangs", async () => {
    await syncFeed([() => never], { feedMaxAge: 0.05 });
  });
});

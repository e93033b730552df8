import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { lastUseOf, sinceConnected } from "../../../../src/web/components/since-connected.ts";

const at = (time: string) => timestampFromDate(new Date(`2026-11-20T${time}Z`));

const connectedAt = at("12:30:00");

test.each([
  ["after the beginning is that moment", "15:00:00", "15:00:00"],
  ["at the beginning is that moment", "12:30:00", "12:30:00"],
  ["within the hour before it is the beginning: a note is not written twice an hour", "11:45:00", "12:30:00"],
  ["longer before it is of an earlier install, and so none", "11:30:00", null],
])("a refresh %s", (_name, used, shown) => {
  expect(sinceConnected({ connectedAt }, at(used))).toEqual(shown === null ? undefined : at(shown));
});

test("undefined stays undefined, and without a connection the time is unchanged", () => {
  expect(sinceConnected({ connectedAt }, undefined)).toBeUndefined();
  expect(sinceConnected({}, connectedAt)).toEqual(connectedAt);
});

test.each([
  ["before its exchange is recorded is the connection", null, "12:30:00"],
  ["after the connection is the use", "15:00:00", "15:00:00"],
  ["that an earlier install recorded is the connection", "09:00:00", "12:30:00"],
])("the last use of an app %s", (_name, used, shown) => {
  const lastUsedAt = used === null ? {} : { lastUsedAt: at(used) };
  expect(lastUseOf({ connectedAt, ...lastUsedAt })).toEqual(at(shown));
});

test("an app that was never connected has no last use", () => {
  expect(lastUseOf({})).toBeUndefined();
});

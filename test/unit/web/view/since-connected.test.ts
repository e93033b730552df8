import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { sinceConnected } from "../../../../src/web/components/since-connected.ts";

const at = (time: string) => timestampFromDate(new Date(`2026-11-20T${time}Z`));

const connectedAt = at("12:30:00");

test.each([
  ["after the beginning is that moment", "15:00:00", "15:00:00"],
  ["at the beginning is that moment", "12:30:00", "12:30:00"],
  ["within the hour before it is the beginning: a note is not written twice an hour", "11:45:00", "12:30:00"],
  ["longer before it is of an earlier install, and so none", "11:30:00", null],
])("a use %s", (_name, used, shown) => {
  expect(sinceConnected({ connectedAt }, at(used))).toEqual(shown === null ? undefined : at(shown));
});

test("undefined stays undefined, and without a connection the time is unchanged", () => {
  expect(sinceConnected({ connectedAt }, undefined)).toBeUndefined();
  expect(sinceConnected({}, connectedAt)).toEqual(connectedAt);
});

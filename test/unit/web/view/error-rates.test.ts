import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { DashboardPeriodSchema, ErrorClass } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { hasRisen, isHighRate, isHighShare, isPeak, isRaised } from "../../../../src/web/components/platform/sums.ts";

describe("a rate has risen if it, as shown, is higher by more than a quarter", () => {
  for (const { name, rate, reference, risen } of [
    { name: "0.9% against 0.8%, from exact rates far apart", rate: 0.949, reference: 0.751, risen: false },
    { name: "0.9% against 0.8%, from exact rates close together", rate: 0.851, reference: 0.849, risen: false },
    { name: "1.0% against 0.8%: a quarter", rate: 1.04, reference: 0.76, risen: false },
    { name: "1.1% against 0.8%", rate: 1.051, reference: 0.849, risen: true },
    { name: "0.1% against <0.1%", rate: 0.06, reference: 0.04, risen: false },
    { name: "0.2% against <0.1%", rate: 0.2, reference: 0.04, risen: true },
    { name: "any rate without errors before", rate: 5, reference: 0, risen: false },
  ])
    test(name, () => expect(hasRisen(rate, reference)).toBe(risen));
});

test("an hour is a peak if its rate, as shown, is higher by more than half", () => {
  expect(isPeak(1.24, 0.8)).toBe(false);
  expect(isPeak(1.25, 0.8)).toBe(true);
});

test("an hour with errors is a peak if there were none before", () => {
  expect(isPeak(0.14, 0)).toBe(false);
  expect(isPeak(5, 0)).toBe(true);
});

test("fewer than 5 errors say nothing, those of the current hour or day fewer than 20", () => {
  const isHigh = (errors: number, isOpen: boolean) => isHighRate({ rate: 50, errors, isOpen }, 1);
  expect([isHigh(4, false), isHigh(5, false), isHigh(19, true), isHigh(20, true)]).toEqual([false, true, false, true]);
  const period = (errors: number) =>
    create(DashboardPeriodSchema, { errors: [{ errorClass: ErrorClass.GRANT, count: BigInt(errors) }] });
  expect([isRaised([period(4)], 1), isRaised([period(3), period(2)], 1)]).toEqual([false, true]);
});

test("a share is high from 10% as shown and 10 refused refreshes on", () => {
  expect(isHighShare({ share: 39.4, refused: 13 }, 0)).toBe(true);
  expect(isHighShare({ share: 9.96, refused: 10 }, 0)).toBe(true);
  expect(isHighShare({ share: 9.94, refused: 500 }, 0)).toBe(false);
  expect(isHighShare({ share: 13, refused: 9 }, 0)).toBe(false);
  // More than twice the usual rate
  expect(isHighShare({ share: 1.7, refused: 10 }, 0.8)).toBe(true);
  expect(isHighShare({ share: 1.6, refused: 500 }, 0.8)).toBe(false);
  expect(isHighShare({ share: 1.7, refused: 9 }, 0.8)).toBe(false);
});

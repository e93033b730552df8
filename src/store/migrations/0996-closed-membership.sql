create table "closed_membership" (
  "account_id" uuid not null,
  "merchant_id" text not null,
  primary key ("account_id", "merchant_id")
);

import { Migration } from "@mikro-orm/migrations";

/** The client address of an authorization request, and the index that counts requests without an account by address. */
export class OpenAuthorizations extends Migration {
  override up(): void {
    this.addSql(`
      alter table "interaction" add column "address" text null;
      create index "interaction_open_address" on "interaction" ("address", "expires_at") where account_id is null and used_at is null;`);
  }
}

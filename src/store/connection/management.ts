import type { MikroORM, SqlEntityManager } from "@mikro-orm/postgresql";
import { CompiledQuery } from "kysely";
import { retry } from "../../concurrency/retry.ts";
import type { Party } from "../../model/merchant.ts";
import { StorageError } from "../../observe/storage-error.ts";
import { nameStatement } from "../../observe/tracing.ts";
import {
  changeSuspension,
  type LockedInstallation,
  lockInstallation,
  removeScopes,
  type SuspensionChange,
  type UninstallResult,
  uninstall,
} from "../installations/installations.ts";
import { type Mark, type Marked, markNotBefore } from "../tokens/marks.ts";
import { isConstraintViolation, isRolledBackCommit, TRANSIENT_RETRIES, toStorageError } from "./errors.ts";
import { perform, type Query, type Statement } from "./query.ts";
import { createTransactionContext, type TransactionContext } from "./transaction-context.ts";

/** The entities and statements of a management transaction. */
export interface ManagementTransaction extends TransactionContext {
  /** The entity manager of this transaction. */
  em: SqlEntityManager;
  /** Runs statements in the same transaction. They see changes made through `em` only after `em.flush()`. */
  query: Query;
  /** Revokes everything of a subject that was authorized until a time. The caller must publish the event. */
  markNotBefore(mark: Mark): Promise<Marked>;
  /** Locks an installation; null if there is none. */
  lockInstallation(id: string): Promise<LockedInstallation | null>;
  /** Uninstalls an app and publishes the event; null if there is no such installation. */
  uninstall(step: { installationId: string; by: Party }): Promise<UninstallResult | null>;
  /** Writes the decision of `decideScopeRemoval` and publishes the event. */
  removeScopes(locked: LockedInstallation, left: readonly string[]): Promise<void>;
  /** Writes the decision of `decideSuspend` or `decideResume` and publishes the event. */
  changeSuspension(locked: LockedInstallation, to: SuspensionChange): Promise<void>;
}

export interface Management {
  /**
   * Runs `work` in one transaction, which ends with its audit rows and feed events. Deadlocks are retried, so `work` may run up to four
   * times and must have no other effects.
   * @throws StorageError for database errors, except constraint violations; errors of `work` unchanged
   */
  transactional<T>(work: (tx: ManagementTransaction) => Promise<T>): Promise<T>;
  /** Reads committed data with a new entity manager or with statements. @throws StorageError for any database error */
  read<T>(work: (em: SqlEntityManager, query: Query) => Promise<T>): Promise<T>;
}

/**
 * @param syncFeed reads the revocation feed up to the last commit, in all processes of this host. A transaction with feed events resolves
 * only after this read.
 */
export function createManagement(orm: MikroORM, syncFeed: () => Promise<void> = async () => {}): Management {
  return {
    async transactional(work) {
      const { result, hasEvents } = await transactWithRetries(orm, work);
      if (hasEvents) await syncFeed();
      return result;
    },
    async read(work) {
      try {
        const em = orm.em.fork();
        return await work(em, queryBy(em.getConnection().getClient()));
      } catch (error) {
        throw toStorageError(error);
      }
    },
  };
}

interface Committed<T> {
  result: T;
  hasEvents: boolean;
}

async function transactWithRetries<T>(
  orm: MikroORM,
  work: (tx: ManagementTransaction) => Promise<T>,
): Promise<Committed<T>> {
  try {
    return await retry(TRANSIENT_RETRIES, () => transact(orm, work));
  } catch (error) {
    throw isConstraintViolation(error) ? error : toStorageError(error);
  }
}

async function transact<T>(orm: MikroORM, work: (tx: ManagementTransaction) => Promise<T>): Promise<Committed<T>> {
  const em = orm.em.fork();
  await em.begin();
  let result: T;
  const query = queryOn(em);
  const { tx, pending } = createTransactionContext(query);
  try {
    result = await work(createTransaction(em, tx));
    await em.flush();
    for (const write of pending.writes()) await perform(query, write);
  } catch (error) {
    await em.rollback().catch(() => {});
    throw error;
  }
  await commit(em);
  return { result, hasEvents: pending.hasEvents() };
}

function createTransaction(em: SqlEntityManager, tx: TransactionContext): ManagementTransaction {
  return {
    ...tx,
    em,
    markNotBefore: (mark) => markNotBefore(tx.query, mark),
    lockInstallation: (id) => lockInstallation(tx.query, id),
    uninstall: (step) => uninstall(tx, step),
    removeScopes: (locked, left) => removeScopes(tx, locked, left),
    changeSuspension: (locked, to) => changeSuspension(tx, locked, to),
  };
}

async function commit(em: SqlEntityManager): Promise<void> {
  try {
    await em.commit();
  } catch (error) {
    if (isRolledBackCommit(error)) throw error;
    throw new StorageError("the connection was lost at commit", { outcome: "unknown", cause: error });
  }
}

/** Runs statements on the transaction's connection with values as parameters. MikroORM would write the values into the text. */
function queryOn(em: SqlEntityManager): Query {
  return (statement, values) => {
    const context = em.getTransactionContext<Executor>();
    if (context === undefined) throw new Error("the management transaction is over");
    return queryBy(context)(statement, values);
  };
}

interface Executor {
  executeQuery(query: CompiledQuery): Promise<{ rows: unknown[] }>;
}

function queryBy(executor: Executor): Query {
  return async <Row>(statement: Statement, values: readonly unknown[]) => {
    const { rows } = await nameStatement(statement.name, () => executor.executeQuery(compile(statement, values)));
    return rows as Row[];
  };
}

/** Kysely has no named statements, but passes `sql` unchanged to node-postgres, which also accepts an object with a name. */
function compile({ name, text, prepared }: Statement, values: readonly unknown[]): CompiledQuery {
  const compiled = CompiledQuery.raw(text, [...values]);
  return prepared === true ? { ...compiled, sql: { name, text } as unknown as string } : compiled;
}

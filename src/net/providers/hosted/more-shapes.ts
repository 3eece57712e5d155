/** Shorter answers of a hosted API: permissions, usage, action safety, verification. */
import { array, boolean, nullish, object, picklist, pipe, record, string, transform, union, unknown } from 'valibot';
import { PERMISSION_KEYS, type PermissionKey } from '../../../core/projects/permissions';
import { address, addressOrNone } from '../../rpc/fields';
import { accountSchema } from './account-shape';
import { chainId, count, plain, shortText, time } from './fields';

const MAX_ROWS = 1_000;

/** The keys a host withdraws. A key it does not name is granted; words that are no keys are of another version. */
export const permissionsSchema = pipe(
  object({ permissions: record(string(), boolean()) }),
  transform(({ permissions }): readonly PermissionKey[] => PERMISSION_KEYS.filter((key) => permissions[key] === false)),
);

/** The part of its plan that an account has used, in units of the host. */
export const usageSchema = pipe(
  object({
    quota: nullish(object({ plan_limit: count, tus_used: count, tus_remaining: nullish(count) })),
    usages: array(
      object({
        label: shortText,
        count: nullish(count, 0),
        tus_consumed: nullish(count, 0),
        timeseries: nullish(array(object({ timestamp: time, count: nullish(count, 0) })), []),
      }),
    ),
  }),
  transform(({ quota, usages }) => ({
    ...(quota ? { limit: quota.plan_limit, used: quota.tus_used } : {}),
    categories: usages.slice(0, MAX_ROWS).map(({ label, count: calls, tus_consumed: units, timeseries }) => ({
      label,
      calls,
      units,
      series: timeseries
        .slice(0, MAX_ROWS)
        .flatMap(({ timestamp, count: value }) => (timestamp === undefined ? [] : [{ at: timestamp, calls: value }])),
    })),
  })),
);

const TONES = { Dangerous: 'danger', Warning: 'warning', Safe: 'info' } as const;

/** The host's opinion of an action; its words are a stranger's. */
export const actionSafetySchema = pipe(
  object({
    result_id: nullish(shortText),
    public_id: nullish(shortText),
    created_at: time,
    action_type: picklist(['Dangerous', 'Warning', 'Safe']),
    external_message: nullish(shortText, ''),
    reason: nullish(shortText, ''),
    balance_changes: nullish(array(unknown()), []),
    exposure_changes: nullish(array(unknown()), []),
    network_id: nullish(chainId),
    from: nullish(addressOrNone),
    to: nullish(addressOrNone),
    is_to_malicious: nullish(boolean(), false),
    to_name: nullish(shortText, ''),
  }),
  transform((answer) => ({
    tone: TONES[answer.action_type],
    message: answer.external_message || answer.reason,
    reason: answer.reason,
    balanceChanges: answer.balance_changes.length,
    exposureChanges: answer.exposure_changes.length,
    isToMalicious: answer.is_to_malicious,
    toName: answer.to_name,
    createdAt: answer.created_at,
  })),
);

/** What came of a verification: contracts that count, and where the code is another. No contracts means that none does. */
export const verificationSchema = pipe(
  plain(
    object({
      contracts: nullish(array(object({ address: nullish(address), contract_name: nullish(string()) })), []),
      bytecode_mismatch_errors: nullish(array(unknown()), []),
    }),
  ),
  transform(({ contracts, bytecode_mismatch_errors: mismatches }) => ({
    isVerified: contracts.length > 0 && mismatches.length === 0,
    mismatches: mismatches
      .slice(0, 10)
      .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)).slice(0, 500)),
  })),
);

/** The contract as it stands with the ABI. */
export const verifiedAbiSchema = pipe(
  object({ account: accountSchema }),
  transform(({ account }) => account),
);

/** Path to text in base64. */
export const storageSchema = plain(record(string(), string()));

/** A transaction of any network: of which. */
export const whereaboutsSchema = pipe(
  union([
    object({ network_id: chainId }),
    object({ transaction: object({ network_id: chainId }) }),
    array(object({ network_id: chainId })),
  ]),
  transform((answer) => {
    if (Array.isArray(answer)) return answer[0]?.network_id;
    return 'transaction' in answer ? answer.transaction.network_id : answer.network_id;
  }),
);

export const blockNumberSchema = pipe(
  object({ block_number: count }),
  transform((answer) => answer.block_number),
);

/** Why an authorisation of a set-code transaction was not applied (EIP-7702), in words. */
import type { AuthorizationOutcome } from '../../../workers/trace/steps.api';

export const REFUSALS: Readonly<Record<NonNullable<AuthorizationOutcome['refusal']>, string>> = {
  chain: 'It is for another chain.',
  signature: 'Its signature is invalid.',
  code: 'The account has code of its own.',
  nonce: 'The nonce of the account differs.',
};

/** Questions to a wallet of the browser (EIP-1193). What it answers is checked; what it refuses becomes a sentence. */
import { isAddress } from '../../../core/chain/address-shape';
import type { Address, Hash } from '../../../core/chain/primitives';
import { harmlessText } from '../../../core/text/harmless';
import { fail, ok, type Result } from '../../../core/values/result';

export type Eip1193 = {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>;
  on?: (event: string, listener: (value: unknown) => void) => unknown;
  removeListener?: (event: string, listener: (value: unknown) => void) => unknown;
};

/** `code` is EIP-1193's or JSON-RPC's, 0 where the wallet gives none. */
export type Refusal = { code: number; message: string };

/** EIP-1193: the reader said no. */
const REJECTED = 4001;
/** Wallets answer so to a question that is still open in another window. */
const ALREADY_ASKED = -32002;

export async function askWallet(
  wallet: Eip1193,
  method: string,
  params: unknown = [],
): Promise<Result<unknown, Refusal>> {
  try {
    return ok(await wallet.request({ method, params }));
  } catch (error) {
    return fail(refusalOf(error));
  }
}

function refusalOf(error: unknown): Refusal {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const number = typeof code === 'number' ? code : 0;
  if (number === REJECTED) return { code: number, message: 'You rejected the request in your wallet.' };
  if (number === ALREADY_ASKED)
    return { code: number, message: 'Your wallet is already asking: open it and answer there.' };
  const words = typeof message === 'string' && message !== '' ? harmlessText(message, 300) : 'no reason given';
  return { code: number, message: `Your wallet refused: ${words}` };
}

/** Reads the accounts in an answer, in lower case; undefined where it is no list of addresses. */
export function readAccounts(answer: unknown): readonly Address[] | undefined {
  if (!Array.isArray(answer)) return undefined;
  const accounts = answer.slice(0, 100).map((account: unknown) => String(account).toLowerCase());
  return accounts.every(isAddress) ? accounts : undefined;
}

/** Reads the id in an answer: hex as EIP-695 says, or a number or its digits as some wallets write it. */
export function readChainId(answer: unknown): number | undefined {
  const id = typeof answer === 'string' || typeof answer === 'number' ? Number(answer) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function readHash(answer: unknown): Hash | undefined {
  return typeof answer === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answer) ? (answer.toLowerCase() as Hash) : undefined;
}

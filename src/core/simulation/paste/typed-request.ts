/** Typed data (EIP-712) that somebody is to sign. A transaction of a Safe is more than that: what it does is the request. */
import { isFields } from '../../values/json-fields';
import { ok, type Result } from '../../values/result';
import { emptyDraft, emptyStep } from '../draft';
import { readTypedData } from '../typed-data';
import { decimal, firstOf, type Pasted, type Reading, textOf } from './pasted';
import { CALL, ownersStep } from './safe-execution';

/** Reads typed data given as an object or as text; `signer` is empty where nobody is named, `kind` says what it was written for. */
export function readTyped(signer: string, given: unknown, network: string, kind: string): Result<Pasted, string> {
  const typedData = isFields(given) ? JSON.stringify(given) : textOf(given);
  const digest = readTypedData(typedData);
  if (!digest.ok) return digest;
  const { domain, primaryType, message } = JSON.parse(typedData) as Record<string, unknown>;
  const fields = isFields(domain) ? domain : {};
  const chain = decimal(textOf(fields.chainId)) || network;
  const safe = textOf(fields.verifyingContract);
  if (primaryType === 'SafeTx' && isFields(message)) {
    const read = readSafeTransaction(safe, signer, message, chain);
    if (read !== undefined) return ok(read);
  }
  return ok({
    kind,
    draft: emptyDraft(chain, [emptyStep({ from: signer, typedData })]),
    notes: [
      'A signature alone changes nothing: add the step that uses it.',
      ...(signer === '' ? ['It does not say who signs: fill it in.'] : []),
    ],
  });
}

/** What the Safe does, and the transaction of an owner that makes it; undefined where the fields are no transaction. */
function readSafeTransaction(
  safe: string,
  owner: string,
  message: Record<string, unknown>,
  chain: string,
): Pasted | undefined {
  const call = {
    to: firstOf(message, 'to'),
    value: decimal(firstOf(message, 'value')) || '0',
    data: firstOf(message, 'data'),
  };
  const operation = Number(decimal(firstOf(message, 'operation')) || CALL);
  const execution = ownersStep(safe, owner, { ...call, operation });
  if (execution === undefined) return undefined;
  const byOwner: Reading = {
    draft: emptyDraft(chain, [execution]),
    notes: [`${execution.from} sends execTransaction. Overrides make it an owner of the Safe, and one owner enough.`],
  };
  const kind = 'A transaction of a Safe, to be signed by its owners';
  // Code that is delegated to runs as the Safe: no call of the Safe does the same.
  if (operation !== CALL) return { kind, ...byOwner };
  const step = emptyStep({ from: safe, to: call.to, value: call.value, input: call.data === '0x' ? '' : call.data });
  return {
    kind,
    draft: emptyDraft(chain, [step]),
    notes: ['The Safe sends the call itself, without signatures.'],
    second: { names: ['Call of the Safe', 'One transaction of an owner'], ...byOwner },
  };
}

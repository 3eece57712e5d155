/** Files of the Safe transaction builder, version 1.0: each transaction is a step that the Safe sends, or all are one that an owner sends. */

import { isFields } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import { emptyDraft, emptyStep, type StepDraft } from '../draft';
import { encodeTyped } from '../encode-text';
import { decimal, firstOf, type Pasted, textOf } from './pasted';
import { hasItsChecksum } from './safe-checksum';
import { MULTI_SEND, safeExecution } from './safe-execution';

export function readSafeFile(file: Record<string, unknown>, network: string): Result<Pasted, string> {
  const listed = Array.isArray(file.transactions) ? file.transactions.filter(isFields) : [];
  if (listed.length === 0) return fail('The file of the Safe transaction builder has no transactions.');
  if (hasItsChecksum(file) === false)
    return fail(
      'The checksum of the file is not that of its content: it was changed after the transaction builder wrote it. Take out the checksum to read it all the same.',
    );
  const meta = isFields(file.meta) ? file.meta : {};
  const from = firstOf(meta, 'createdFromSafeAddress');
  const notes = [
    from === ''
      ? 'The file does not say which Safe it is for: fill in the sender of each step.'
      : 'The steps are sent by the Safe itself, one after the other, without its signatures.',
  ];
  const steps: StepDraft[] = [];
  for (const [at, transaction] of listed.entries()) {
    const step = stepOf(transaction, from);
    if (!step.ok) return fail(`Transaction ${at + 1} of the file: ${step.error}`);
    steps.push(step.value);
  }
  const about = { name: firstOf(meta, 'name').slice(0, 200), note: firstOf(meta, 'description').slice(0, 2_000) };
  const draftOf = (taken: readonly StepDraft[]) => ({
    ...emptyDraft(decimal(textOf(file.chainId)) || network, taken),
    ...about,
  });
  const execution = safeExecution(from, firstOf(meta, 'createdFromOwnerAddress'), steps);
  return ok({
    kind: `A file of the Safe transaction builder with ${listed.length} ${listed.length === 1 ? 'transaction' : 'transactions'}`,
    draft: draftOf(steps),
    notes,
    ...(execution && {
      second: {
        names: ['Steps of the Safe', 'One transaction of an owner'] as const,
        draft: draftOf([execution]),
        notes: [
          `${execution.from} sends execTransaction. Overrides make it an owner of the Safe, and one owner enough.`,
          ...(steps.length > 1
            ? [`The calls go through MultiSendCallOnly, which the chain must have at ${MULTI_SEND}.`]
            : []),
        ],
      },
    }),
  });
}

/** What the builder lists among the methods of a contract and sends without calldata: a transfer of ether. */
const WITHOUT_DATA: ReadonlySet<string> = new Set(['receive', 'fallback']);

function stepOf(transaction: Record<string, unknown>, from: string): Result<StepDraft, string> {
  const base = {
    from,
    to: firstOf(transaction, 'to'),
    value: decimal(firstOf(transaction, 'value')),
  };
  // Raw data wins where both are there, and no data too.
  const data = firstOf(transaction, 'data');
  const { contractMethod: method, contractInputsValues: values } = transaction;
  if (data !== '' || !isFields(method) || WITHOUT_DATA.has(textOf(method.name)))
    return ok(emptyStep({ ...base, input: data === '0x' ? '' : data }));
  const inputs = Array.isArray(method.inputs) ? method.inputs.filter(isFields) : [];
  // An input without a name is named by its position.
  const args = inputs.map((input, at) =>
    argumentOf(isFields(values) ? values[textOf(input.name) || String(at)] : undefined),
  );
  const signature = `${textOf(method.name)}(${inputs.map(typeOf).join(',')})`;
  const encoded = encodeTyped(signature, args);
  if (!encoded.ok) return encoded;
  return ok(emptyStep({ ...base, input: encoded.value, signature: `function ${signature}`, args: [...args] }));
}

function argumentOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

/** The type in a signature: a tuple by its components. */
function typeOf(input: Record<string, unknown>): string {
  const type = textOf(input.type);
  if (!type.startsWith('tuple') || !Array.isArray(input.components)) return type;
  return `(${input.components.filter(isFields).map(typeOf).join(',')})${type.slice('tuple'.length)}`;
}

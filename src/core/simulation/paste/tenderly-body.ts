/** Bodies of Tenderly's simulation API: one simulation, or a bundle. */
import { isFields } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import { type AccountDraft, type BlockDraft, emptyAccount, emptyDraft, emptyStep, type StepDraft } from '../draft';
import { decimal, firstOf, type Pasted, slotLines, textOf, variableLines } from './pasted';

export function readTenderlyBody(body: Record<string, unknown>, network: string): Result<Pasted, string> {
  const listed = Array.isArray(body.simulations) ? body.simulations.filter(isFields) : [body];
  const [first] = listed;
  if (first === undefined) return fail('The bundle has no simulation.');
  const notes: string[] = [];
  const networks = new Set(listed.map((each) => decimal(firstOf(each, 'network_id', 'networkID'))).filter(Boolean));
  if (networks.size > 1) return fail('The simulations of this bundle are of several networks; one run has one.');
  if (listed.some(isFields) && listed.some((each) => each.generate_access_list === true || each.estimate_gas === true))
    notes.push('Least gas and access list are found on request after the run.');
  // What the first one overrides is laid over before the block, what another one does before its step.
  const steps = listed.map((each, at) => ({ ...stepOf(each), accounts: at === 0 ? [] : overridesOf(each) }));
  const later = listed.slice(1);
  if (later.some((each) => ['block_number', 'transaction_index'].some((field) => differs(each, first, field))))
    notes.push('Its simulations name several places: all run one after the other where the first one does.');
  if (later.some((each) => differs(each, first, 'block_header')))
    notes.push('Block fields are those of its first simulation; those of the others are left out.');
  const [chain = network] = networks;
  const draft = emptyDraft(chain, steps);
  const index = firstOf(first, 'transaction_index');
  const isInside = index !== '' && index !== '0';
  if (index === '0')
    notes.push('Transaction index 0 is mostly written for the end of the block before; the end of the block is taken.');
  const accounts = overridesOf(first);
  return ok({
    kind: listed.length === 1 ? 'One simulation of Tenderly' : `A bundle of Tenderly with ${listed.length} simulations`,
    draft: {
      ...draft,
      block: decimal(firstOf(first, 'block_number')) || 'latest',
      ...(isInside && { place: 'before' as const, index: decimal(index) }),
      blocks: draft.blocks.map((block) => ({ ...block, ...headerOf(first.block_header), accounts })),
    },
    notes,
  });
}

function overridesOf(body: Record<string, unknown>): AccountDraft[] {
  return accountsOf(body.state_objects ?? body.state_overrides ?? body.overrides);
}

/** Whether the body states the field, and otherwise than the first one. */
function differs(body: Record<string, unknown>, first: Record<string, unknown>, field: string): boolean {
  const [own, other] = [body[field], first[field]].map((value) => JSON.stringify(value ?? null));
  return own !== 'null' && own !== other;
}

function stepOf(body: Record<string, unknown>): StepDraft {
  const price = decimal(firstOf(body, 'gas_price'));
  const gas = decimal(firstOf(body, 'gas'));
  return emptyStep({
    from: firstOf(body, 'from'),
    to: firstOf(body, 'to'),
    value: decimal(firstOf(body, 'value')),
    input: firstOf(body, 'input') === '0x' ? '' : firstOf(body, 'input'),
    // What its forms fill in where nothing was wished.
    gas: gas === FILLED_GAS || gas === '0' ? '' : gas,
    gasPrice: price === '0' ? '' : price,
    maxFee: price === '' || price === '0' ? decimal(firstOf(body, 'max_fee_per_gas')) : '',
    tip: price === '' || price === '0' ? decimal(firstOf(body, 'max_priority_fee_per_gas')) : '',
    accessList: Array.isArray(body.access_list) && body.access_list.length > 0 ? accessListOf(body.access_list) : '',
  });
}
const FILLED_GAS = '8000000';

function accessListOf(list: readonly unknown[]): string {
  return JSON.stringify(
    list.filter(isFields).map((entry) => ({
      address: entry.address,
      storageKeys: entry.storageKeys ?? entry.storage_keys ?? [],
    })),
  );
}

function accountsOf(objects: unknown): AccountDraft[] {
  if (!isFields(objects)) return [];
  return Object.entries(objects).flatMap(([address, object]) =>
    isFields(object)
      ? [
          {
            ...emptyAccount(),
            address,
            balance: decimal(textOf(object.balance)),
            nonce: decimal(textOf(object.nonce)),
            code: textOf(object.code),
            slots: slotLines(storageOf(object)),
            // Its own tools name variables of verified sources, as this form does.
            variables: variableLines(storageOf(object)),
          },
        ]
      : [],
  );
}

/** Each of its interfaces has a name of its own for it. */
function storageOf({ storage, state, stateDiff, value }: Record<string, unknown>): unknown {
  return [storage, state, stateDiff, value].find(isFields);
}

function headerOf(header: unknown): Partial<BlockDraft> {
  if (!isFields(header)) return {};
  return {
    number: decimal(firstOf(header, 'number')),
    timestamp: decimal(firstOf(header, 'timestamp')),
    baseFee: decimal(firstOf(header, 'baseFeePerGas')),
    gasLimit: decimal(firstOf(header, 'gasLimit')),
    miner: firstOf(header, 'miner'),
  };
}

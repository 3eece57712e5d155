/** Links to Tenderly's simulator: drafts, and the older ones with a parameter for each field. */
import { isFields } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import { emptyDraft, emptyStep } from '../draft';
import { decimal, firstOf, type Pasted } from './pasted';

export function readTenderlyLink(text: string): Result<Pasted, string> {
  const [, host = '', path = '', query = ''] = /^https?:\/\/([^/?#\s]+)([^?#\s]*)(?:\?([^#\s]*))?/i.exec(text) ?? [];
  if (!/(^|\.)tenderly\.co$/i.test(host))
    return fail('This link does not lead to a known simulator. Nothing is fetched from it.');
  if (!path.endsWith('/simulator/new'))
    return fail('This simulation is kept by Tenderly behind a login. Copy its JSON there and paste that.');
  const parameters = readQuery(query);
  if (parameters === undefined) return fail('The parameters of this link are damaged.');
  return parameters.draft === undefined ? readParameters(parameters) : readDraftLink(parameters.draft);
}

function readQuery(query: string): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      query.split('&').map((part) => {
        const [name = '', ...value] = part.split('=').map((each) => decodeURIComponent(each.replaceAll('+', ' ')));
        return [name, value.join('=')];
      }),
    );
  } catch {
    return undefined; // a lone % is no escape
  }
}

function readDraftLink(text: string): Result<Pasted, string> {
  let value: unknown;
  try {
    value = JSON.parse(textOfBase64(text));
  } catch {
    return fail('The draft in this link is damaged: it is not JSON in base64.');
  }
  const row = isFields(value) ? value.row : undefined;
  const network = isFields(value) && isFields(value.network) ? firstOf(value.network, 'id') : '';
  if (!isFields(row)) return fail('The draft in this link has no call.');
  return readFields(row, network, ['One step is all that such a link holds.']);
}

/** The ASCII text in base64, of either alphabet; what JSON of hex digits needs. */
function textOfBase64(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let decoded = '';
  let bits = 0;
  let held = 0;
  for (const char of text.replaceAll('-', '+').replaceAll('_', '/').replaceAll(' ', '+').replace(/=+$/, '')) {
    held = ((held << 6) | alphabet.indexOf(char)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded += String.fromCharCode((held >> bits) & 0xff);
  }
  return decoded;
}

function readParameters(fields: Record<string, string>): Result<Pasted, string> {
  return readFields(fields, firstOf(fields, 'network'), []);
}

function readFields(fields: Record<string, unknown>, network: string, notes: string[]): Result<Pasted, string> {
  const gas = decimal(firstOf(fields, 'gas'));
  const price = decimal(firstOf(fields, 'gasPrice'));
  if (gas === '8000000' || price === '0')
    notes.push('Such links fill in gas of 8,000,000 and a price of 0: the usual values are taken instead.');
  const chain = decimal(network);
  if (!/^\d+$/.test(chain)) return fail('This link does not state its network by a chain id.');
  const index = firstOf(fields, 'blockIndex');
  const isInside = index !== '' && index !== '0';
  const draft = emptyDraft(chain, [
    emptyStep({
      from: firstOf(fields, 'from'),
      to: firstOf(fields, 'contractAddress', 'to'),
      value: decimal(firstOf(fields, 'value')),
      input: firstOf(fields, 'rawFunctionInput', 'input'),
      gas: gas === '8000000' ? '' : gas,
      gasPrice: price === '0' ? '' : price,
    }),
  ]);
  return ok({
    kind: 'A link to Tenderly’s simulator',
    draft: {
      ...draft,
      block: decimal(firstOf(fields, 'block')) || 'latest',
      ...(isInside && { place: 'before' as const, index: decimal(index) }),
      blocks: draft.blocks.map((block) => ({
        ...block,
        number: decimal(firstOf(fields, 'headerBlockNumber')),
        timestamp: decimal(firstOf(fields, 'headerTimestamp')),
      })),
    },
    notes,
  });
}

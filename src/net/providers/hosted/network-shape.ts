/** Networks as a hosted API states them. It gives no endpoints: those are the reader's or the deployment's. */

import {
  array,
  boolean,
  type InferOutput,
  nullish,
  number,
  object,
  optional,
  pipe,
  regex,
  string,
  union,
  unknown,
} from 'valibot';
import { type Network, unlistedNetwork } from '../../../core/chain/network';
import { type Fields, readFields } from '../../../core/values/json-fields';
import { fail, ok, type Result } from '../../../core/values/result';
import { chainId, count, shortText } from './fields';

const MAX_NETWORKS = 2_000;

const slug = pipe(string(), regex(/^[a-z0-9-]{1,60}$/, 'a path segment was expected'));
const metadataSchema = object({
  label: nullish(shortText),
  short_identifier: nullish(shortText),
  slug: nullish(slug),
  secondary_slugs: nullish(array(slug)),
  color: nullish(pipe(string(), regex(/^(#[0-9a-f]{3,8})?$/i, 'a colour was expected'))),
  exclude_from_listing: nullish(boolean()),
  explorer_base_url: nullish(shortText),
  native_currency: nullish(
    union([shortText, object({ name: optional(shortText), symbol: shortText, decimals: optional(count) })]),
  ),
  hidden: nullish(boolean()),
  deprecated: nullish(boolean()),
});
const network = object({
  id: chainId,
  name: shortText,
  sort_order: nullish(number()),
  metadata: nullish(metadataSchema),
  chain_config: nullish(unknown()),
});
export const networksSchema = array(network);

export function networksIn(answer: InferOutput<typeof networksSchema>): Result<readonly Network[], string> {
  if (answer.length > MAX_NETWORKS) return fail(`there are more than ${MAX_NETWORKS} networks`);
  return ok(answer.map(networkOf));
}

function networkOf({
  id,
  name,
  sort_order: sortOrder,
  metadata,
  chain_config: chainConfig,
}: InferOutput<typeof network>): Network {
  const { label, slug: route, short_identifier: shorthand, color, explorer_base_url: explorer } = metadata ?? {};
  const stated = metadata?.native_currency ?? 'Ether';
  const currency =
    typeof stated === 'string'
      ? { name: stated, symbol: stated === 'Ether' ? 'ETH' : stated, decimals: 18 }
      : { name: stated.name ?? stated.symbol, symbol: stated.symbol, decimals: stated.decimals ?? 18 };
  const isUrl = /^https?:\/\//i.test(explorer ?? '') && URL.canParse(explorer ?? '');
  return {
    ...unlistedNetwork(id, label || name, currency),
    route: route ?? String(id),
    routeAliases: metadata?.secondary_slugs ?? [],
    explorers: isUrl && explorer ? [{ name: new URL(explorer).host, url: explorer }] : [],
    hidden: (metadata?.hidden ?? false) || (metadata?.exclude_from_listing ?? false),
    deprecated: metadata?.deprecated ?? false,
    sortOrder: sortOrder ?? 0,
    ...(shorthand ? { shorthand } : {}),
    ...(color ? { color } : {}),
    chainConfig: fieldsOf(chainConfig),
  };
}

/** JSON text; what is none, or no object, counts as empty. */
function fieldsOf(text: unknown): Fields {
  try {
    return readFields(typeof text === 'string' ? JSON.parse(text) : text);
  } catch {
    return {};
  }
}

/** What a hosted API finds for a text, by its groups. */
import { array, type InferOutput, nullish, object, record, string, union } from 'valibot';
import { type HostedFound, SEARCH_GROUPS } from '../../../core/hosted/found';
import { chainId, plain, shortText } from './fields';

/** Results of one group at most. */
const MAX_FOUND = 50;

const found = object({
  type: nullish(shortText, ''),
  uuid: nullish(shortText),
  network: nullish(shortText),
  network_id: nullish(chainId),
  address: nullish(shortText),
  image_url: nullish(shortText),
  name: nullish(shortText, ''),
  label: nullish(shortText, ''),
  value: nullish(shortText, ''),
  project: nullish(union([shortText, object({ id: shortText })])),
});

const groups = record(string(), nullish(array(found)));
export const searchSchema = plain(union([object({ groups }), groups]));

/** Returns the results of known groups, in the order of the groups. */
export function foundIn(answer: InferOutput<typeof searchSchema>): readonly HostedFound[] {
  const byGroup = ('groups' in answer && !Array.isArray(answer.groups) ? answer.groups : answer) as InferOutput<
    typeof groups
  >;
  return SEARCH_GROUPS.flatMap((group) =>
    (byGroup[group] ?? []).slice(0, MAX_FOUND).map((one): HostedFound => {
      const project = typeof one.project === 'object' ? one.project?.id : one.project;
      return {
        group,
        value: one.address || one.value,
        name: one.label || one.name,
        ...(one.network_id == null ? {} : { networkId: one.network_id }),
        ...(project ? { project } : {}),
      };
    }),
  );
}

/** Missing imports that can be had by their names: of npm packages at a version, and of IPFS by their hash. */
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_PACKAGES, missingPackageFile } from '../../../core/contract/verification/package-file';
import type { MissingUnit } from '../../../core/contract/verification/review-sources';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { JobId } from '../../../workers/ids';
import { Button } from '../../ui/Button';
import { Spinner } from '../../ui/Spinner';
import { TextField } from '../../ui/TextField';
import { usePreference } from '../../use-preference';
import { newJobId } from '../../use-question';
import { useContractsApi, useWiring } from '../../wiring';
import type { Verification } from './use-verification';

/** Problems that are told; the files stay in the list of what is missing. */
const MAX_PROBLEMS = 5;

export function FetchMissing({
  missing,
  verification: { snapshot, send },
}: {
  missing: readonly MissingUnit[];
  verification: Verification;
}) {
  const api = useContractsApi();
  const { thirdParties } = useWiring().config;
  const [consent, saveConsent] = usePreference('providers');
  const [versions, setVersions] = useState<Readonly<Record<string, string>>>({});
  const [job, setJob] = useState<JobId>();
  const [said, setSaid] = useState<readonly string[]>([]);
  const running = useRef<JobId>(undefined);
  running.current = job;
  useEffect(
    () => () => {
      if (running.current !== undefined) api.cancel(running.current).catch(() => {}); // a worker that died has nothing left to cancel
    },
    [api],
  );
  const { draft, review } = snapshot.context;
  const found = missing.flatMap((one) => {
    const file = missingPackageFile(one);
    return one.contentId === undefined && file === undefined ? [] : [{ one, file }];
  });
  if (found.length === 0 || consent === undefined) return null;
  const packages = new Set(
    found.flatMap(({ one, file }) =>
      one.contentId === undefined && file !== undefined && file.version === undefined ? [file.name] : [],
    ),
  );
  const isAllowed = consent.sourceHosts === true;
  const hosts = [
    ...(found.some(({ one }) => one.contentId === undefined)
      ? [new URL(thirdParties.packages ?? DEFAULT_PACKAGES).host]
      : []),
    ...(found.some(({ one }) => one.contentId !== undefined) ? [new URL(thirdParties.ipfs).host] : []),
  ].join(' and ');
  const load = async () => {
    const own = newJobId();
    setJob(own);
    setSaid([]);
    if (!isAllowed && !(await saveConsent({ ...consent, sourceHosts: true }))) {
      setJob(undefined);
      setSaid(['The browser refuses to keep this choice, so nothing was asked.']);
      return;
    }
    const answer = await api
      .fetchImports(own, {
        missing: found.map(({ one: { name, specifier, hash, contentId } }) => ({
          name,
          specifier,
          ...(hash === undefined ? {} : { hash }),
          ...(contentId === undefined ? {} : { contentId }),
        })),
        known: review?.units.map(({ name }) => name) ?? [],
        versions,
        remappings: draft.settings.remappings,
      })
      .catch(() => undefined);
    if (running.current !== own) return;
    setJob(undefined);
    if (answer === undefined) return setSaid(['The work was interrupted. Try again.']);
    if (!answer.ok) return setSaid([answer.error.message]);
    const { found: texts, problems } = answer.value;
    const count = Object.keys(texts).length;
    setSaid([
      ...(count > 0 ? [`${countOf(count, 'source')} loaded.`] : []),
      ...problems
        .slice(0, MAX_PROBLEMS)
        .map(({ name, reason }) => `${harmlessText(name, 120)}: ${harmlessText(reason, 200)}.`),
      ...(problems.length > MAX_PROBLEMS ? [`${problems.length - MAX_PROBLEMS} more could not be loaded.`] : []),
    ]);
    // What was added by hand meanwhile stays.
    if (count > 0) send({ type: 'user.changedAdded', change: (added) => ({ ...texts, ...added }) });
  };
  const cancel = () => {
    if (job !== undefined) api.cancel(job).catch(() => {}); // as above
    setJob(undefined);
  };
  return (
    <section aria-label="From npm and IPFS" className="flex flex-col gap-2 rounded-m border border-line px-3 py-2">
      <p>
        {countOf(found.length, 'source')} can be loaded from {hosts}, and what they import with them.
        {!isAllowed && (
          <span className="text-muted"> These hosts learn which files you load, and your IP address.</span>
        )}
      </p>
      {[...packages].map((name) => (
        <TextField
          key={name}
          label={`Version of ${harmlessText(name, 100)}`}
          mono
          placeholder="latest"
          value={versions[name] ?? ''}
          help="As in the project’s package.json: the newest version is rarely the one that was compiled."
          onChange={(text) => setVersions({ ...versions, [name]: text })}
        />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        {job === undefined ? (
          <Button size="s" onClick={() => void load()}>
            {isAllowed
              ? `Load ${countOf(found.length, 'source')}`
              : `Allow and load ${countOf(found.length, 'source')}`}
          </Button>
        ) : (
          <>
            <Spinner label="Loading sources" />
            <Button size="s" onClick={cancel}>
              Cancel
            </Button>
          </>
        )}
      </div>
      <div role="status" className="text-muted text-s">
        {said.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </section>
  );
}

/** Where the gas went by line of source: a table of the lines, and the file of the chosen one with the gas beside it. */

import { useEffect, useMemo, useState } from 'react';
import type { NetworkId } from '../../../core/chain/primitives';
import { formatGas, formatInteger, formatPercent } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { sharesOf } from '../../../core/format/shares';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { GasLine, GasLines } from '../../../workers/trace/views.api';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { GasBar } from '../../ui/identity/GasView';
import { Loading } from '../../ui/Loading';
import { lazyPart } from '../../ui/lazy-part';
import { Spinner } from '../../ui/Spinner';
import { useLoaded } from '../../use-loaded';
import { useQuestion } from '../../use-question';
import { useContractsApi } from '../../wiring';
import { useOpenTrace, usePageTransaction } from '../open-trace/open-trace-context';
import { ScrollBox } from '../ScrollBox';

const HeatView = lazyPart(async () => (await import('./HeatView')).HeatView);

/** Rows until more are asked for. */
const SHOWN = 20;
const MORE = 200;

type Sort = 'own' | 'total' | 'runs';
const SORTS: Readonly<Record<Sort, string>> = { own: 'Own gas', total: 'With calls', runs: 'Times' };

/** `onDrawn` is called once its lines stand, or the failure to read them. */
export function LineProfile({ onDrawn }: { onDrawn: () => void }) {
  const { network } = usePageTransaction();
  const { handle, source, numbering = 0 } = useOpenTrace().summary;
  const answer = useQuestion('trace', `${handle} gas lines ${source} ${numbering}`, (trace, job) =>
    trace.gasLines(job, handle),
  );
  const isDrawn = answer.state !== 'waiting';
  useEffect(() => {
    if (isDrawn) onDrawn();
  }, [isDrawn, onDrawn]);
  switch (answer.state) {
    case 'waiting':
      return <Loading label="Reading the gas of each line" />;
    case 'failed':
      return <ErrorState failure={answer.failure} onRetry={answer.again} />;
    case 'here':
      return <Lines profile={answer.value} networkId={network.id} />;
  }
}

function Lines({ profile, networkId }: { profile: GasLines; networkId: NetworkId }) {
  const { lines, executed, count } = profile;
  const [sort, setSort] = useState<Sort>('own');
  const [shown, setShown] = useState(SHOWN);
  const [chosen, setChosen] = useState<GasLine | undefined>(() => lines.find(({ file }) => file !== undefined));
  const shares = useMemo(() => {
    const known = lines.reduce((sum, { own }) => sum + own, 0);
    const percents = sharesOf([...lines.map(({ own }) => own), executed - known]);
    return new Map(lines.map((line, at) => [line, percents[at] ?? 0]));
  }, [lines, executed]);
  const sorted = useMemo(() => [...lines].sort((a, b) => b[sort] - a[sort]), [lines, sort]);
  const sourced = lines.some(({ file }) => file !== undefined);
  return (
    <>
      {!sourced && (
        <EmptyState title="No source for these contracts">
          Import build output, or switch on Sourcify in the settings, to see the gas of each line.
        </EmptyState>
      )}
      <ScrollBox label="Gas by line" className="max-h-[420px] overflow-auto">
        <table aria-label="Gas by line of source" className="w-full border-collapse">
          <thead className="sticky top-0 z-1 bg-raised">
            <tr className="border-line border-b text-s">
              <th scope="col" className="px-3 py-1.5 text-left font-medium text-muted">
                Line
              </th>
              {(Object.keys(SORTS) as Sort[]).map((each) => (
                <th
                  key={each}
                  scope="col"
                  aria-sort={each === sort ? 'descending' : 'none'}
                  className="whitespace-nowrap px-1.5 py-1 text-right font-medium text-muted sm:px-3"
                >
                  <button
                    type="button"
                    className="-mx-1 rounded-s px-1 hover:text-text aria-pressed:text-accent"
                    aria-pressed={each === sort}
                    onClick={() => setSort(each)}
                  >
                    {SORTS[each]} {each === sort && <span aria-hidden="true">↓</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((line) => (
              <Line
                key={`${line.compilation} ${line.address} ${line.file} ${line.line}`}
                line={line}
                executed={executed}
                share={shares.get(line) ?? 0}
                chosen={line === chosen}
                onChoose={() => setChosen(line)}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-3 py-1.5 text-muted text-s">
        {shown < sorted.length && (
          <Button size="s" variant="quiet" onClick={() => setShown(shown + MORE)}>
            Show {formatInteger(Math.min(MORE, sorted.length - shown))} more
          </Button>
        )}
        <span>
          {countOf(count, 'line')} used {formatGas(executed)} gas; {formatGas(profile.initial)} was used before the
          first instruction. Code that the compiler adds counts to the line it was added for.
        </span>
      </p>
      {chosen?.file !== undefined && (
        <FileHeat
          key={`${chosen.compilation} ${chosen.file}`}
          chosen={chosen}
          profile={profile}
          networkId={networkId}
        />
      )}
    </>
  );
}

type LineProps = { line: GasLine; executed: number; share: number; chosen: boolean; onChoose: () => void };

function Line({ line, executed, share, chosen, onChoose }: LineProps) {
  const { own, total, runs, text } = line;
  return (
    <tr className={`border-line border-b last:border-0 hover:bg-hover ${chosen ? 'bg-accent-soft' : ''}`}>
      <td className="min-w-0 px-3 py-1">
        <span className="flex min-w-0 flex-col">
          {line.file === undefined ? (
            <span className="text-muted">{placeText(line)}</span>
          ) : (
            <button
              type="button"
              aria-pressed={chosen}
              className="mono max-w-[38vw] truncate text-left text-accent hover:underline sm:max-w-full"
              title={harmlessText(line.file, 300)}
              onClick={onChoose}
            >
              {placeText(line)}
            </button>
          )}
          {text !== '' && (
            <code
              title={harmlessText(text, 160)}
              className="block max-w-[38vw] truncate text-muted text-s sm:max-w-[52vw] lg:max-w-[640px]"
            >
              {harmlessText(text, 160)}
            </code>
          )}
        </span>
      </td>
      <td className="px-1.5 py-1 text-right align-top tabular-nums sm:w-[150px] sm:px-3">
        {formatGas(own)} <span className="text-muted text-s">{formatPercent(share)}</span>
        <GasBar used={own} limit={executed} />
      </td>
      <td className="whitespace-nowrap px-1.5 py-1 text-right align-top tabular-nums sm:px-3">{formatGas(total)}</td>
      <td className="whitespace-nowrap px-1.5 py-1 text-right align-top tabular-nums sm:px-3">{formatInteger(runs)}</td>
    </tr>
  );
}

/** `Router.sol:42`, or whose code without a source it is. */
function placeText({ file, line, address, name }: GasLine): string {
  if (file !== undefined) return `${harmlessText(file.split('/').at(-1) ?? file, 60)}:${line}`;
  const who = name === undefined ? address && shorten(address) : harmlessText(name.text, 60);
  return `${who ?? 'Code'}, no source`;
}

type FileProps = { chosen: GasLine; profile: GasLines; networkId: NetworkId };

/** The file of the chosen line. */
function FileHeat({ chosen, profile, networkId }: FileProps) {
  const api = useContractsApi();
  const { address, compilation, file = '', line } = chosen;
  const loaded = useLoaded(`${networkId} ${address} ${file}`, async () => ({
    text: address && (await api.sourceText(networkId, address, file)),
  }));
  const lines = useMemo(
    () => profile.lines.filter((each) => each.file === file && each.compilation === compilation),
    [profile, file, compilation],
  );
  const used = lines.reduce((sum, { own }) => sum + own, 0);
  return (
    <section aria-label={`Gas in ${harmlessText(file, 200)}`} className="border-line border-t">
      <p className="flex min-h-8 flex-wrap items-center gap-x-3 border-line border-b px-3 py-1">
        <code className="min-w-0 truncate">{harmlessText(file, 200)}</code>
        <span className="text-muted">
          {formatGas(used)} gas, {formatPercent((used / profile.executed) * 100)}
        </span>
      </p>
      <div className="h-[420px]">
        {loaded === undefined ? (
          <Spinner label="Loading source" />
        ) : loaded.text === undefined ? (
          <p className="px-3 py-2 text-muted">The text of this file is not here.</p>
        ) : (
          <HeatView
            fallback={<Spinner label="Loading source" />}
            file={file}
            text={loaded.text}
            lines={lines}
            executed={profile.executed}
            line={line}
          />
        )}
      </div>
    </section>
  );
}

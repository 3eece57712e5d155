/** A place in a source file with the lines around it, and the way to the whole file. */

import { Link } from '@tanstack/react-router';
import type { Address } from '../../../core/chain/primitives';
import { harmlessText } from '../../../core/text/harmless';
import type { SourcePlace } from '../../../workers/trace/source-trace.api';
import { useNetwork } from '../../network-context';
import { lazyPart } from '../../ui/lazy-part';
import { Spinner } from '../../ui/Spinner';
import { useLoaded } from '../../use-loaded';
import { useContractsApi } from '../../wiring';
import { languageOfPath } from './language';

const CodeView = lazyPart(async () => (await import('./CodeView')).CodeView);

/** Height of a row's details, px. */
const HEIGHT = 268;

/** Shows the source around a place, as tall as a row's details unless `height`, CSS, says otherwise. */
export function SourcePreview({
  address,
  place,
  height = HEIGHT,
}: {
  address: Address;
  place: SourcePlace;
  height?: number | string;
}) {
  const { network, segment } = useNetwork();
  const api = useContractsApi();
  const { file, line, endLine } = place;
  const loaded = useLoaded(`${network.id} ${address} ${file}`, async () => ({
    text: await api.sourceText(network.id, address, file),
  }));
  return (
    <div className="flex flex-col" style={{ height }}>
      <div className="flex min-h-8 items-center gap-2 border-line border-b px-3">
        <Link
          to="/{-$network}/contract/$address/code"
          params={{ network: segment, address }}
          search={{ file, line }}
          className="mono min-w-0 truncate text-accent"
        >
          {harmlessText(file, 200)}:{line}
        </Link>
      </div>
      <div className="min-h-0 flex-1">
        {loaded === undefined ? (
          <Spinner label="Loading source" />
        ) : loaded.text === undefined ? (
          <p className="px-3 py-2 text-muted">The text of this file is not here.</p>
        ) : (
          <CodeView
            fallback={<Spinner label="Loading source" />}
            text={loaded.text}
            language={languageOfPath(file)}
            label={`${file}, line ${line}`}
            lines={{ from: line, to: endLine }}
          />
        )}
      </div>
    </div>
  );
}

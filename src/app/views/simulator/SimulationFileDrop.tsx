/** A simulation that was saved as a file with what it read, opened in this browser. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatBytes } from '../../../core/format/counts';
import { draftOf } from '../../../core/simulation/draft';
import { type Failure, failure } from '../../../core/values/failure';
import { ErrorState } from '../../ui/ErrorState';
import { FileDrop } from '../../ui/FileDrop';
import { Panel } from '../../ui/Panel';
import { newJobId } from '../../use-question';
import { useWiring } from '../../wiring';

/** Bytes of a file: the code of thousands of contracts. */
const MAX_BYTES = 64 << 20;

export function SimulationFileDrop({ network }: { network: Network }) {
  const { workers } = useWiring();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<Failure>();
  async function open(file: File) {
    if (file.size > MAX_BYTES)
      return setProblem(failure('tooLarge', `A file of a simulation has at most ${formatBytes(MAX_BYTES)}.`));
    const text = await file.text();
    const opened = await workers.trace.openSimulationFile(newJobId(), text);
    if (!opened.ok) return setProblem(opened.error);
    const chain = draftOf(JSON.parse(text))?.network ?? '';
    void navigate({
      to: '/{-$network}/simulator/new',
      params: chain === '' || chain === String(network.id) ? (params) => params : { network: chain },
      search: { run: opened.value },
    });
  }
  return (
    <Panel title="From a file">
      <div className="flex flex-col gap-2.5 p-3">
        <FileDrop
          label="Simulation file"
          accept=".json,application/json"
          title="Drop a simulation file here"
          onPick={({ files: [picked] }) => {
            setProblem(undefined);
            if (picked !== undefined) void open(picked.file);
          }}
        >
          A simulation as it was saved here, with what it read. It runs again on that, and has to come to the same;
          nobody is asked.
        </FileDrop>
        {problem && <ErrorState compact failure={problem} />}
      </div>
    </Panel>
  );
}

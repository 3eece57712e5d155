/** Providers that were not asked, or gave nothing, each with the reason. */
import type { FoundSource } from '../../../workers/contracts/contracts.api';

export function SkippedProviders({ skipped }: Pick<FoundSource, 'skipped'>) {
  return (
    <>
      <p className="font-medium">Not taken</p>
      <ul aria-label="Providers that were not taken" className="list-disc pl-4 text-muted">
        {skipped.map(({ provider, reason }) => (
          <li key={provider}>
            <span className="text-text">{provider}</span> {reason}
          </li>
        ))}
      </ul>
    </>
  );
}

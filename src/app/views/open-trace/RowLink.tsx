/** A link to a row of the call trace, in the summary. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function RowLink({ depthId, children }: { depthId: string; children?: ReactNode }) {
  return (
    <Link
      from="/{-$network}/tx/$hash/{-$tab}"
      to="/{-$network}/tx/$hash/{-$tab}"
      params={(params) => ({ ...params, tab: undefined })}
      search={{ trace: depthId }}
      title="Show in the call trace"
      className="text-accent hover:underline"
    >
      {children ?? (
        <>
          Row <span className="mono">{depthId}</span>
        </>
      )}
    </Link>
  );
}

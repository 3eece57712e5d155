/** The source code of a contract; `file` and `line` say what of it is open. */
import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../../views/account/AccountPage';
import type { SourceSearch } from '../../../views/account/SourcePanel';

export const Route = createFileRoute('/{-$network}/contract/$address_/code')({
  validateSearch: ({ file, line }: Record<string, unknown>): SourceSearch => ({
    ...(typeof file === 'string' || typeof file === 'number' ? { file: String(file) } : {}),
    ...(typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? { line } : {}),
  }),
  component: CodeRoute,
});

function CodeRoute() {
  return <AccountPage kind="contract" text={Route.useParams().address} code={Route.useSearch()} />;
}

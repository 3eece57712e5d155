/** The source code of a contract; `file` and `line` say what of it is open. */
import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { parameter, text, wholeNumber } from '../../../../search-parameters';
import { ContractSources } from '../../../../views/account/ContractSources';

export const Route = createFileRoute('/{-$network}/contract/$address/code')({
  validateSearch: v.object({ file: parameter(text), line: parameter(wholeNumber(1)) }),
  component: CodeRoute,
});

function CodeRoute() {
  return <ContractSources search={Route.useSearch()} />;
}

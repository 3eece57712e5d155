/** The source code of a contract; `file` and `line` say what of it is open. */
import { createFileRoute } from '@tanstack/react-router';
import { searchOf, text, wholeNumber } from '../../../../search-parameters';
import { ContractSources } from '../../../../views/account/ContractSources';

export const Route = createFileRoute('/{-$network}/contract/$address/code')({
  validateSearch: searchOf({ file: text, line: wholeNumber(1) }),
  component: CodeRoute,
});

function CodeRoute() {
  return <ContractSources search={Route.useSearch()} />;
}

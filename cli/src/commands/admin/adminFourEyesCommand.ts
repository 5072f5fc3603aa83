import { functionNameOf, selectorsNamed } from './ledgerFunctions.ts'
import { everyPage, listDappControllers, setFourEyes } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { text, whole } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { table } from '../../terminal/table.ts'
import { CliError } from '../../CliError.ts'
import { findDapp } from './findHolder.ts'

export const adminFourEyesCommand = command({
  path: 'admin four-eyes',
  summary: 'which ledger functions need several signatures, or say how many one needs',
  about:
    'While a function of creating or confirming needs more than one signature, the web client holds it back: such a ' +
    'transaction is prepared, confirmed and sent as a workflow.',
  options: {
    dapp: text('DAPP', 'of which dApp, such as DeliveryManager'),
    function: text('NAME', "the function's name on the ledger, such as createDelivery"),
    signatures: whole('NUMBER', 'how many users have to sign, the sender among them', { from: 1, to: 255 }),
    ...signingOptions,
  },
  examples: [
    'admin four-eyes',
    'admin four-eyes --dapp DeliveryManager --function createDelivery --signatures 2',
  ],
  async run(context) {
    const { options, signal } = context
    const session = await connectToSign(context)
    const { client } = session
    if (options.signatures === undefined) {
      const controllers = await everyPage((page) => listDappControllers(client, page, { signal }))
      const rules = controllers.flatMap(({ type, dappAddress, workflowConfig }) =>
        workflowConfig
          .filter(({ signaturesRequired }) => signaturesRequired > 1)
          .map((rule) => ({ ...rule, type, dappAddress, function: functionNameOf(rule.functionSelector) })),
      )
      return { rules }
    }
    const { dapp: dappName, function: name, signatures: signaturesRequired } = options
    if (dappName === undefined || name === undefined)
      throw CliError.of('usage', '--signatures needs --dapp and --function.')
    const dapp = await findDapp(session, dappName, context)
    const functionSelectors = selectorsNamed(name)
    if (functionSelectors.length === 0)
      throw CliError.of('unknownName', 'ledger function', name, 'Names are as in docs/contracts.md.')
    const summary = [`From now on ${name} of ${dapp.shortName} needs ${signaturesRequired} of your users.`]
    return sign(context, summary, (sending) =>
      setFourEyes(client, { dappAddr: dapp.address, functionSelectors, signaturesRequired }, sending),
    )
  },
  show: (answer) =>
    'rules' in answer
      ? table(
          answer.rules,
          [
            { title: 'Part', of: ({ type }) => type },
            { title: 'Function', of: (rule) => rule.function ?? rule.functionSelector },
            {
              title: 'Signatures',
              of: ({ signaturesRequired }) => String(signaturesRequired),
              isRight: true,
            },
          ],
          'Every function asks for one signature.',
        )
      : showSigned(answer, ({ block }: { block: number }) => `Done, in block ${block}.`),
})

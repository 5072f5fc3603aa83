import { AccountNumber, ForcedTransferData } from '@connex/protocol'
import { forceTransfer } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { ACCOUNT_NUMBER, required, scalar, text } from '../../command/Option.ts'
import { connectToSign } from '../../connection/connect.ts'
import { proposingOptions } from '../../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../../connection/sign.ts'
import { findTenant, loadDirectory } from '../../directory/directory.ts'
import { findRegistry, registryArgument } from '../../directory/registries.ts'
import { unitsOf } from '../../directory/transferOptions.ts'

const account = (help: string) => required(scalar(AccountNumber, 'NUMBER', help, ACCOUNT_NUMBER))

export const deskForcedTransferCommand = command({
  path: 'desk forced-transfer',
  summary:
    'move available quantity between two accounts without their owners’ consent, for a reason that both can read',
  about: 'For court orders and corrections, in a registry of accounts that your tenant keeps.',
  positionals: registryArgument,
  options: {
    from: required(text('TENANT', "the owner who loses it: a tenant's name or address")),
    fromAccount: account("the owner's account"),
    to: required(text('TENANT', "the owner who receives it: a tenant's name or address")),
    toAccount: account("the receiver's account"),
    quantity: required(text('QUANTITY', "the quantity, with the instrument's decimals, such as 1,000.5")),
    reason: required(
      text('TEXT', 'the reason, visible to both owners; only its fingerprint goes on the ledger', {
        of: ForcedTransferData.shape.reason,
      }),
    ),
    ...proposingOptions,
  },
  examples: [
    "desk forced-transfer DE000A1EWWW0 --from Alpenbank --from-account 1001 --to 'Baltic Trust Bank' --to-account 1002 --quantity 500 --reason 'Court order 12/26'",
  ],
  async run(context) {
    const { options, positionals } = context
    const session = await connectToSign(context)
    const [registry, directory] = await Promise.all([
      findRegistry(session, positionals.registry, 'accounts', context),
      loadDirectory(session, context),
    ])
    const { fromAccount, toAccount, reason } = options
    const [fromAddr, toAddr] = [findTenant(directory, options.from), findTenant(directory, options.to)]
    const { registryManagerAddr, registryId } = registry
    const quantity = unitsOf(options.quantity, registry)
    if (fromAddr === toAddr && fromAccount === toAccount)
      throw CliError.of('usage', '--to-account must be another account.')
    const summary = [
      `You move ${options.quantity} of ${registry.identifier} from ${directory.nameOf(fromAddr)}, account ${fromAccount}, to ${directory.nameOf(toAddr)}, account ${toAccount}: ${reason}`,
      'It moves immediately, and neither owner confirms. Both can read the reason.',
    ]
    const parameters = {
      registryManagerAddr,
      registryId,
      fromAddr,
      fromAccount,
      toAddr,
      toAccount,
      quantity,
      reason,
    }
    return signOrPropose(context, session.client, summary, (sending) =>
      forceTransfer(session.client, parameters, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Moved, in block ${block}.`),
})

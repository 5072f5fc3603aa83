import { AccountNumber } from '@connex/protocol'
import { configureAccount } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { flag, required } from '../../command/Option.ts'
import { scalar, text } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findTenant } from '../../market/find.ts'
import { readMarket } from '../../market/readMarket.ts'
import { kindOption, managerOf, readRegistryManagers } from '../../market/registryKinds.ts'

export const deskOpenAccountCommand = command({
  path: 'desk open-account',
  summary: "open, change or close an investor's account in all your registers of a kind",
  words: {
    owner: required(text('TENANT', "whose account it is: a tenant's name or address")),
    account: required(scalar(AccountNumber, 'NUMBER', 'its number', 'is an account number above 0')),
  },
  options: {
    close: flag('close it: what is in it stays, nothing more arrives'),
    omnibus: flag('it holds for several beneficial owners'),
    in: kindOption,
    ...signingOptions,
  },
  examples: ['desk open-account Alpenbank 1003', 'desk open-account Alpenbank 1003 --close'],
  async run(context) {
    const { options, words } = context
    const session = await connectToSign(context)
    const [managers, market] = await Promise.all([
      readRegistryManagers(session, context),
      readMarket(session, context),
    ])
    const registryManagerAddr = managerOf(managers, options.in).address
    const ownerAddr = findTenant(market, words.owner)
    const asked = {
      registryManagerAddr,
      ownerAddr,
      account: words.account,
      isValid: !options.close,
      isOmnibus: options.omnibus,
    }
    const verb = options.close ? 'close' : 'open'
    return sign(
      context,
      [`You ${verb} account ${words.account} of ${market.nameOf(ownerAddr)}.`],
      (sending) => configureAccount(session.client, asked, sending),
    )
  },
  show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
})

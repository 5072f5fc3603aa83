import { formatQuantity } from '@connex/protocol'
import { everyPage, listRegistryInstruments } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { readRegistryManagers } from '../../market/registryKinds.ts'
import { shownIdentifier } from '../../terminal/shownIdentifier.ts'
import { table } from '../../terminal/table.ts'

export const deskRegistersCommand = command({
  path: 'desk registers',
  summary: 'the registers that your tenant keeps',
  options: connectionOptions,
  examples: ['desk registers'],
  async run(context) {
    const session = await connect(context)
    const { client, me } = session
    const { signal } = context
    const registrarAddr = me.tenant.address
    const [managers, items] = await Promise.all([
      readRegistryManagers(session, context),
      everyPage((page) => listRegistryInstruments(client, { ...page, registrarAddr }, { signal })),
    ])
    const kinds = new Map(managers.map(({ address, kind }) => [address, kind]))
    return { items: items.map((one) => ({ ...one, kind: kinds.get(one.registryManagerAddr) ?? null })) }
  },
  show: ({ items }) =>
    table(
      items,
      [
        { title: 'Instrument', of: ({ identifier }) => shownIdentifier(identifier) },
        { title: 'Label', of: ({ label }) => label ?? '' },
        { title: 'Kind', of: ({ kind }) => kind ?? '' },
        { title: 'State', of: ({ registryState }) => registryState },
        {
          title: 'Issued',
          of: ({ issueSize, decimals }) => formatQuantity(issueSize, decimals),
          isRight: true,
        },
        { title: 'Register', of: ({ registryId }) => registryId },
      ],
      'Your tenant keeps no register: connex desk register asks for one.',
    ),
})

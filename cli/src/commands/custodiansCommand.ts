import { command } from '../command/Command.ts'
import { connect } from '../connection/connect.ts'
import { connectionOptions } from '../connection/connectionOptions.ts'
import { readMarket } from '../market/readMarket.ts'
import { table } from '../terminal/table.ts'

export const custodiansCommand = command({
  path: 'custodians',
  summary: 'the registrars with whom your tenant may hold positions',
  options: connectionOptions,
  examples: ['custodians', 'custodians --json'],
  async run(context) {
    const { custodians } = await readMarket(await connect(context), context)
    return {
      items: custodians.map(({ label, key, registryManagerAddr, registrarAddr }) => ({
        label,
        key,
        registryManagerAddr,
        registrarAddr,
      })),
    }
  },
  show: ({ items }) =>
    table(
      items,
      [
        { title: 'Custodian', of: ({ label }) => label },
        { title: 'Key', of: ({ key }) => key },
      ],
      "Your tenant doesn't have the necessary privileges to view this page. Please consult your administrator.",
    ),
})

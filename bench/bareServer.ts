// What a page costs without who asks for it: one route, no signature, no nonce, no privileges. Started by signedPages.ts.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Address } from '@connex/protocol'
import { listPositions } from '../node/src/storage/queries/positions.ts'
import { openDatabase } from '../node/src/storage/engine/openDatabase.ts'

const [databaseUrl = '', tenant = ''] = process.argv.slice(2)
const { kysely } = await openDatabase({ databaseUrl })
const owner = Address.parse(tenant)

const server = createServer((_request, response) => {
  const answer = listPositions(kysely, owner, {}, { itemsPerPage: 100 })
  answer.then(
    (page) => response.setHeader('content-type', 'application/json').end(page.toJson()),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.on('disconnect', () => process.exit(0))

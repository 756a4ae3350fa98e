/** The REST side of the server. */
import type { AidList, Curve, GameFacts, Key, NewTable, Problem, Race, RuleList, Seated, StepView, TableFacts, TableList } from '../wire'

export class Trouble extends Error {}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Trouble('The house does not answer. Is the server running?')
  }
  const text = await answer.text()
  let data: unknown
  try {
    data = text ? JSON.parse(text) : undefined
  } catch {
    data = undefined
  }
  if (!answer.ok) throw new Trouble((data as Problem | undefined)?.detail ?? `The house answered ${answer.status}.`)
  return data as T
}

const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, body)

export const api = {
  games: () => call<GameFacts[]>('GET', '/games'),
  tables: () => call<TableList>('GET', '/tables').then((t) => t.tables),
  mine: () => call<TableList>('GET', '/mine').then((t) => t.tables),
  table: (id: string) => call<Seated>('GET', `/tables/${id}`),
  open: (wish: NewTable) => post<Seated>('/tables', wish),
  claim: (id: string, key: string) => post<Seated>(`/tables/${id}/claim`, { key }),
  sit: (id: string, seat: number, name: string) => post<Seated>(`/tables/${id}/seats/${seat}`, { name }),
  bot: (id: string, seat: number, bot = '') => post<Seated>(`/tables/${id}/seats/${seat}/bot`, { bot }),
  back: (id: string, seat: number) => post<Seated>(`/tables/${id}/seats/${seat}/back`),
  leave: (id: string, seat: number) => call<Seated>('DELETE', `/tables/${id}/seats/${seat}`),
  free: (id: string, seat: number) => post<Seated>(`/tables/${id}/seats/${seat}/open`),
  link: (id: string, seat: number) => post<Key>(`/tables/${id}/seats/${seat}/link`),
  act: (id: string, what: string) => post<Seated>(`/tables/${id}/${what}`),
  rules: (game: string, query: string) => call<RuleList>('GET', `/games/${game}/rules?q=${encodeURIComponent(query)}`),
  aids: (id: string) => call<AidList>('GET', `/tables/${id}/aids`).then((a) => a.aids),
  step: (id: string, n: number, seat: number | null) => call<StepView>('GET', `/tables/${id}/steps/${n}${seat === null ? '' : `?seat=${seat}`}`),
  race: (id: string) => call<Race>('GET', `/tables/${id}/race`),
  curve: (id: string) => call<Curve>('GET', `/tables/${id}/curve`),
  record: (id: string) => `/api/tables/${id}/record`,
  upload: (file: File) =>
    fetch('/api/records', { method: 'POST', headers: { 'content-type': 'application/json' }, body: file }).then(async (r) => {
      const data = await r.json()
      if (!r.ok) throw new Trouble((data as Problem).detail)
      return data as Seated | TableFacts
    }),
}

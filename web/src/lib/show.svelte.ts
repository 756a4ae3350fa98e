/** What a scoring shows just now on the mats: pieces that leave, pieces that count. */
class Show {
  gone = $state.raw(new Set<string>())
  counted = $state.raw(new Set<string>())
}
export const show = new Show()

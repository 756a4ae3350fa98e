import { draw, type ChartData } from './chart'

onmessage = (event: MessageEvent<ChartData>) => postMessage(draw(event.data))

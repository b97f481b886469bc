/** Uploads that arrive in pieces. */
export const resumableUploads = {
  resumableUploadLabel: '断点续传',
  uploadPieceLabel: '断点续传的片段',
  beginUpload: '开始断点续传（tus 1.0）：请求头 Upload-Length 为文件大小，Upload-Metadata 可含文件名',
  getUpload: '断点续传的进度，以及由此产生的文件',
  continueUpload: '从 Upload-Offset 处继续上传',
  removeUpload: '放弃断点续传',
  uploadBegun: ({ id }: { id: bigint | string }) => `开始上传 ${id}`,
  bytesThatArrived: '已收到的字节数',
  uploadExpires: '在此之后不能再继续，自 1970 年起的毫秒数',
  onlyTusVersion: ({ version }: { version: string }) => `Tus-Resumable 应为 ${version}`,
  onlyMediaType: ({ type }: { type: string }) => `应为 ${type}`,
  emptyUpload: '不能为 0',
  notMetadata: '应为以逗号分隔的键和 Base64 值，键不能重复',
  notAChecksum: ({ allowed }: { allowed: readonly string[] }) =>
    `应为算法（${allowed.join('、')}）和 Base64 校验和，以一个空格分隔`,
  bytesReceived: ({ count }: { count: number }) => `已收到 ${count} 字节`,
  bytesLeft: ({ max }: { max: number }) => `最多 ${max} 字节：此上传只差这些`,
  atMostPieces: ({ max }: { max: number }) => `一个上传最多 ${max} 个片段`,
  atMostUploads: ({ max }: { max: number }) => `未完成的上传最多 ${max} 个`,
} as const;

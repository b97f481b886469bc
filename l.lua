local n=0
request=function() n=n+1; return wrk.format("GET","/v1/article?count=20&sort=-id&filter%5Btitle%5D%5Bne%5D=t"..n) end

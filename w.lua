local n=0
wrk.method="POST"
wrk.headers["content-type"]="application/json"
request=function() n=n+1; return wrk.format("POST","/v1/article",nil,'{"code":"k'..n..'","title":"Title","writer_id":1}') end

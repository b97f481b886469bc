local n=0
request=function() n=n+1; return wrk.format("GET","/v1/article/"..(n%30+1)) end
